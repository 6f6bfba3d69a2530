/** One thing that the interface and a deployed node of version 1.4 do differently, in words of the section it is from. */
interface Difference {
  section: string;
  document: string | number;
  "1.4": string | number;
}

/**
 * All that a node of the interface (`document`) and one of version 1.4 do differently. Where the interface is silent,
 * both do what 1.4 was seen to do, and there is no row.
 */
export const differences = {
  "binary response to an octet-stream request": { section: "2.1", document: "hex", "1.4": "raw" },
  "version in node info": { section: "2.4", document: "1.6.0", "1.4": "1.4.5-alpha.1" },
  "contract_owner in metadata": { section: "2.9", document: "given", "1.4": "none" },
  "type of block(height:)": { section: "2.10", document: "Int", "1.4": "Float" },
  "nonce gap": { section: "3", document: "deferred", "1.4": "refused" },
  "get_schema of a built-in contract": { section: "4.6", document: "schema", "1.4": "dropped connection" },
  "metadata of an unknown contract": { section: "4.7", document: 404, "1.4": 200 },
  "driver of a contract without one": { section: "4.8", document: 404, "1.4": 500 },
  "a contract without a schema": { section: "4.8", document: "none", "1.4": "deployed" },
  "default response of blobs": { section: "4.9", document: "raw", "1.4": "hex" },
  "topic of a subscription": { section: "4.12", document: "optional", "1.4": "mandatory" },
  "subscription to contracts/deploy": { section: "4.12", document: 200, "1.4": 404 },
  "path of the WebSocket": { section: "4.12", document: "/on", "1.4": "any under /on" },
  "dispatch to an event path": { section: "6.3", document: 202, "1.4": 501 },
  "subscribe: component or target not found": { section: "7", document: 404, "1.4": 200 },
  "dispatch: session id mismatch": { section: "7", document: 424, "1.4": 200 },
  "dispatch: component, target or topic not found": { section: "7", document: 404, "1.4": 501 },
  "dispatch: contract or method not found": { section: "7", document: 404, "1.4": 500 },
  "dispatch: payload cannot be processed": { section: "7", document: 422, "1.4": 400 },
  "layers of a driver's or the VM's error": { section: "7", document: "one", "1.4": "nested" },
  "version header of a WebSocket upgrade": { section: "9", document: "given", "1.4": "none" },
  "headers of a deprecated route": { section: "9", document: "deprecation", "1.4": "none" },
} as const satisfies Record<string, Difference>;

export type DifferenceName = keyof typeof differences;
export type ProfileName = "document" | "1.4";
export const profileNames: ProfileName[] = ["document", "1.4"];

export type Behaviour<N extends DifferenceName> = (typeof differences)[N][ProfileName];

/** What a node does, by the names of the table. */
export type Behaviours = { readonly [N in DifferenceName]: Behaviour<N> };

export function behavioursOf(profile: ProfileName): Behaviours {
  const rows = Object.entries(differences).map(([name, row]) => [name, row[profile]]);
  return Object.fromEntries(rows) as Behaviours;
}
