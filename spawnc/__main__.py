"""The entry of the `spawnc` command. `--version` and `cc` are answered before anything heavy is imported."""

import sys

TYPE_CHECKING = False  # see spawnc/launcher.py
if TYPE_CHECKING:
    from types import FrameType


def main() -> None:
    """Run the command line of this process."""
    if sys.argv[1:] == ["--version"]:
        from spawnc.commands.version import version_text

        print(version_text())
        return
    if sys.argv[1:2] == ["cc"]:
        from spawnc import launcher

        sys.exit(launcher.main(sys.argv[2:]))
    import signal

    from spawnc.cli import app

    for number in (signal.SIGTERM, signal.SIGHUP):
        # nohup has it ignored
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    app(prog_name="spawnc")


def _end(number: int, _frame: "FrameType | None") -> None:
    # an exception, so that temporary files and processes go too; the exit code is that of shells
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
