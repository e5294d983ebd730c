// Generated: do not edit, your change would be lost.
// From contract/v1/events.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
export declare const INTEGRATION_API_VERSION: string;
export declare const FIELDS: ReadonlyArray<{ readonly name: string; readonly meaning: string }>;
export declare const EVENTS: ReadonlyArray<{ readonly name: string; readonly title: string; readonly meaning: string; readonly fields: ReadonlyArray<{ readonly name: string; readonly supply: "always" | "when_known" }>; readonly actions: ReadonlyArray<unknown> }>;
