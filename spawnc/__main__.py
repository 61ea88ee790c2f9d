"""The entry of the `spawnc` command. `--version` and `cc` are answered before anything heavy is imported."""

import sys


def main() -> None:
    """Run the command line of this process."""
    if sys.argv[1:] == ["--version"]:
        from spawnc.commands.version import version_text

        print(version_text())
        return
    if sys.argv[1:2] == ["cc"]:
        from spawnc import launcher

        sys.exit(launcher.main(sys.argv[2:]))
    from spawnc.cli import app

    app(prog_name="spawnc")


if __name__ == "__main__":
    main()
