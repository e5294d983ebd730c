export interface NormalisedContent {
  readonly text: string;
  readonly reason: "private" | "recalled" | "base64" | "empty" | null;
  readonly redactions: number;
}
/** Strip, replace payloads, redact, cut; running it again on its own text changes nothing. */
export function normaliseContent(text: string): NormalisedContent;
