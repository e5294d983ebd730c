/**
 * Makes a small copy of a session database of OpenClaw: the tables that hold what was said, without places of
 * this machine.
 *
 * `node keep_database.mjs <database> <copy> <folder that becomes /home/dev>`, with the Node.js of the host.
 */

import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

const TABLES = ["session_nodes", "session_windows", "transcript_events", "session_transcript_active_events"];
/** Members of a session's entry that say something about the host and nothing about the session. */
const LONGEST_MEMBER = 400;

const [, , from, to, home] = process.argv;
const source = new DatabaseSync(from);
const copy = new DatabaseSync(to, { enableForeignKeyConstraints: false });
const clean = (text) => text.replaceAll(home, "/home/dev");

function cleanRow(table, row) {
  if (table === "session_nodes") {
    const members = Object.entries(JSON.parse(row.entry_json)).filter(
      ([, value]) => JSON.stringify(value).length <= LONGEST_MEMBER,
    );
    return { ...row, entry_json: clean(JSON.stringify(Object.fromEntries(members))) };
  }
  if (table !== "transcript_events") return row;
  const event = Buffer.from(clean(row.event_json ?? zstdDecompressSync(row.event_zstd).toString("utf8")));
  const size = { event_utf8_bytes: row.event_utf8_bytes === null ? null : event.length };
  return row.event_json === null
    ? { ...row, ...size, event_zstd: zstdCompressSync(event) }
    : { ...row, ...size, event_json: event.toString("utf8") };
}

copy.exec(`PRAGMA user_version = ${source.prepare("PRAGMA user_version").get().user_version}`);
for (const table of TABLES) {
  copy.exec(source.prepare("SELECT sql FROM sqlite_master WHERE name = ?").get(table).sql);
  for (const found of source.prepare(`SELECT * FROM ${table}`).all()) {
    const row = cleanRow(table, found);
    const names = Object.keys(row);
    const places = names.map(() => "?").join(", ");
    copy.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`).run(...Object.values(row));
  }
}
copy.exec("VACUUM");
copy.close();
source.close();
