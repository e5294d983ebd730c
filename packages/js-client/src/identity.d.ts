/** SHA-256 in 64 lower-case hexadecimal digits; a string is hashed as UTF-8. */
export function digest(data: string | Uint8Array): string;
/** Name of a session's file: a readable slug, `-`, and 16 hex digits over all three values. */
export function sessionKey(host: string, scopeId: string, sessionId: string): string;
/** Id of one event from the host's own text. Throws TypeError for any other role. */
export function eventId(turnKey: string, role: "user" | "assistant", text: string): string;
/** A file-name part of `a-z`, `0-9` and single `-`, safe on every system and never empty. */
export function slug(text: string, maxChars?: number): string;
