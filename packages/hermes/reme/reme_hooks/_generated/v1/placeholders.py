# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/placeholders.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/v1/placeholders.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
"""What stands in a stored text for something that was left out because of its size or kind."""

TRUNCATION_MARKER = "\n[{bytes} bytes cut]"
CLIP_MARK = "…"
BASE64_MARKER = "[base64 {type} {bytes} {hash}]"
BASE64_MARKER_START = "[base64 "
BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"
BASE64_MIN_CHARS = 256
BASE64_MIN_LINE_CHARS = 60
BASE64_SAMPLE_CHARS = 1024
BASE64_SURE_CHARS = 4096
BASE64_LINE_BREAKS = ("\r\n", "\n", "\\r\\n", "\\n", "\\\\r\\\\n", "\\\\n")
BASE64_INDENT_CHARS = 16
DATA_URL_START = "data:"
DATA_URL_MARKER = ";base64,"
DATA_URL_TYPE_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&^_.+-/=;"
DATA_URL_TYPE_CHARS = 128
DATA_URL_MIN_CHARS = 16
UNKNOWN_TYPE = "application/octet-stream"
MAGIC = {
    "iVBORw0KGg": "image/png",
    "_9j_": "image/jpeg",
    "/9j/": "image/jpeg",
    "R0lGOD": "image/gif",
    "UklGR": "image/webp",
    "JVBERi0": "application/pdf",
    "UEsDB": "application/zip",
    "H4sI": "application/gzip",
    "AAAAIGZ0eX": "video/mp4",
}
