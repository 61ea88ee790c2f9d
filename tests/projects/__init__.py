"""Small projects that the tests build; `docs/builds.md` shows their files."""
