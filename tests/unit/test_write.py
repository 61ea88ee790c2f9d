"""Output files: all or none, atomically, and only where the content differs."""

import errno
import os
import random
import signal
import stat
import time
from pathlib import Path

import pytest

from spawnc.errors import UsageError
from spawnc.write import Output, write_outputs


def content_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_writes_new_files_with_the_mode_of_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        assert write_outputs([Output(str(tmp_path / "a.cu"), b"text\r\n\xff")]) == (str(tmp_path / "a.cu"),)
    finally:
        os.umask(old)
    assert (tmp_path / "a.cu").read_bytes() == b"text\r\n\xff"
    assert stat.S_IMODE((tmp_path / "a.cu").stat().st_mode) == 0o640


def test_same_content_is_not_touched(tmp_path: Path) -> None:
    target = tmp_path / "a.cu"
    target.write_bytes(b"same")
    os.utime(target, ns=(1, 1))
    before = target.stat()
    assert write_outputs([Output(str(target), b"same")]) == ()
    assert target.stat().st_mtime_ns == 1
    assert target.stat().st_ino == before.st_ino


def test_mode_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "a.cu"
    target.write_bytes(b"old")
    target.chmod(0o751)
    write_outputs([Output(str(target), b"new")])
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o751


def test_symlink_stays_and_its_target_changes(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.cu").write_bytes(b"old")
    link = tmp_path / "a.cu"
    link.symlink_to("real/a.cu")
    write_outputs([Output(str(link), b"new")])
    assert link.is_symlink()
    assert content_of(tmp_path / "real") == {"a.cu": b"new"}


def test_symlink_to_a_missing_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "a.cu").symlink_to("b.cu")
    write_outputs([Output(str(tmp_path / "a.cu"), b"new")])
    assert (tmp_path / "a.cu").is_symlink()
    assert (tmp_path / "b.cu").read_bytes() == b"new"


def test_failure_of_one_output_leaves_all_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_bytes(b"old")
    outputs = [Output(str(tmp_path / "a.cu"), b"new"), Output(str(tmp_path / "none" / "b.cu"), b"new")]
    with pytest.raises(UsageError, match=r"none/b\.cu.*folder does not exist"):
        write_outputs(outputs)
    assert content_of(tmp_path) == {"a.cu": b"old"}


def test_full_disk_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "a.cu").write_bytes(b"old")
    monkeypatch.setattr("spawnc.write.os.fchmod", fail)
    with pytest.raises(UsageError, match=r"a\.cu': No space left on device"):
        write_outputs([Output(str(tmp_path / "a.cu"), b"new")])
    assert content_of(tmp_path) == {"a.cu": b"old"}


def test_interrupt_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("spawnc.write.Path.replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_outputs([Output(str(tmp_path / "a.cu"), b"new")])
    assert content_of(tmp_path) == {}


def test_killed_at_any_moment(tmp_path: Path) -> None:
    moments = random.Random(1)
    old, new = b"old" * 5000, b"new" * 5000
    paths = [tmp_path / f"{number}.cu" for number in range(60)]
    outputs = [Output(str(path), new) for path in paths]
    killed = 0
    for _ in range(24):
        for path in paths:
            path.write_bytes(old)
        process = os.fork()
        if process == 0:
            write_outputs(outputs)
            os._exit(0)
        time.sleep(moments.uniform(0, 0.01))
        os.kill(process, signal.SIGKILL)
        killed += os.waitpid(process, 0)[1] != 0
        assert {path.read_bytes() for path in paths} <= {old, new}
    assert killed
    write_outputs(outputs)
    assert {path.read_bytes() for path in paths} == {new}


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    names = [".a.cu.abcd1234.spawnc", ".a.cu.new12345.spawnc", ".b.cu.abcd1234.spawnc", ".spawnc"]
    for name in names:
        (tmp_path / name).write_bytes(b"")
        if "new" not in name:
            os.utime(tmp_path / name, (1, 1))
    write_outputs([Output(str(tmp_path / "a.cu"), b"text")])
    # not those of a run that still goes on, of other outputs, of the user
    assert content_of(tmp_path).keys() == {"a.cu", *names[1:]}


def test_a_signal_waits_while_files_take_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        signal.raise_signal(signal.SIGINT)
        return replace(self, target)

    monkeypatch.setattr("spawnc.write.Path.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_outputs([Output(str(tmp_path / name), b"new") for name in ("a.cu", "b.cu")])
    assert content_of(tmp_path) == {"a.cu": b"new", "b.cu": b"new"}
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_write_protected_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # root may write everything, so the answer of the system is replaced
    monkeypatch.setattr("spawnc.write.os.access", lambda *_: False)
    (tmp_path / "a.cu").write_bytes(b"old")
    with pytest.raises(UsageError, match="write-protected"):
        write_outputs([Output(str(tmp_path / "a.cu"), b"new")])
    assert content_of(tmp_path) == {"a.cu": b"old"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(UsageError, match="Permission denied"):
        write_outputs([Output(str(tmp_path / "a.cu"), b"new")])
    tmp_path.chmod(0o755)


def test_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it is a folder"):
        write_outputs([Output(str(tmp_path), b"new")])


def test_devices_are_written_and_not_replaced() -> None:
    write_outputs([Output("/dev/null", b"new")])
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
