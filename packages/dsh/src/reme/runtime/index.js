// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/index.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
export {};
