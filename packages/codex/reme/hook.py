# Generated: do not edit, your change would be lost.
# From contract/hosts/codex.toml
# By   templates/_partials/hook.py.jinja
# Edit those and run `nox -s generate`.
import gc
import sys


def main():
    gc.disable()
    try:
        import posix as system

        home = system.environ.get(b"HOME", b"").decode(sys.getfilesystemencoding(), "surrogateescape")
    except ImportError:
        import nt as system

        home = system.environ.get("USERPROFILE", "")
    try:
        system.stat(home)
    except OSError:
        home = ""
    system.umask(0o077)
    cache = (home or "/dev/null") + "/.reme/cache"
    root = __file__[: -len("/hook.py")]
    # Nothing is ever written below the plugin's root: a host may have hashed it.
    sys.pycache_prefix = cache
    sys.path.insert(0, root + "/reme_hooks")
    from module_cache import ModuleCache

    del sys.path[0]
    sys.pycache_prefix = None
    event = sys.argv[1] if len(sys.argv) > 1 else ""
    known = event if event.isalpha() else "other"
    modules = ModuleCache(root, cache + "/codex." + sys.implementation.cache_tag + "." + known)
    modules.install()
    from host import HOST
    from reme_hooks.hook import run

    from adapter.payload import observe
    from adapter.reply import reply

    run(HOST, observe, reply, event, modules if home else None)


if sys.version_info >= (3, 9):
    try:
        main()
    except BaseException:
        # Another status stops the host's prompt, and a word on stderr alarms the person.
        pass
