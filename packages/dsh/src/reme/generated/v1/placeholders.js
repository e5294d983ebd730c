// Generated: do not edit, your change would be lost.
// From packages/js-client/src/generated/v1/placeholders.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
// Generated: do not edit, your change would be lost.
// From contract/v1/placeholders.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
/** @file What stands in a stored text for something that was left out because of its size or kind. */

export const TRUNCATION_MARKER = "\n[{bytes} bytes cut]";
export const CLIP_MARK = "…";
export const BASE64_MARKER = "[base64 {type} {bytes} {hash}]";
export const BASE64_MARKER_START = "[base64 ";
export const BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";
export const BASE64_MIN_CHARS = 256;
export const BASE64_MIN_LINE_CHARS = 60;
export const BASE64_SAMPLE_CHARS = 1024;
export const BASE64_SURE_CHARS = 4096;
export const BASE64_LINE_BREAKS = Object.freeze(["\r\n", "\n", "\\r\\n", "\\n", "\\\\r\\\\n", "\\\\n"]);
export const BASE64_INDENT_CHARS = 16;
export const DATA_URL_START = "data:";
export const DATA_URL_MARKER = ";base64,";
export const DATA_URL_TYPE_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&^_.+-/=;";
export const DATA_URL_TYPE_CHARS = 128;
export const DATA_URL_MIN_CHARS = 16;
export const UNKNOWN_TYPE = "application/octet-stream";
export const MAGIC = Object.freeze({
  iVBORw0KGg: "image/png",
  _9j_: "image/jpeg",
  "/9j/": "image/jpeg",
  R0lGOD: "image/gif",
  UklGR: "image/webp",
  JVBERi0: "application/pdf",
  UEsDB: "application/zip",
  H4sI: "application/gzip",
  AAAAIGZ0eX: "video/mp4",
});
