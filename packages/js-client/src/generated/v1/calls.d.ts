// Generated: do not edit, your change would be lost.
// By   templates/js-client/calls.d.ts.jinja
// Edit those and run `nox -s generate`.
export type MemberType = "array" | "boolean" | "integer" | "number" | "object" | "string";
export declare const SCOPED: ReadonlyArray<string>;
export declare const REPLY_MEMBERS: { readonly [operation: string]: { readonly [member: string]: MemberType } };
