/**
 * Takes user name and password out of a node address as typed, so that the address can be written down and the
 * credentials kept as a secret header. Text without credentials stays as it is.
 */
export function splitCredentials(text: string): { address: string; authorization: string | undefined } {
  const found = /^\s*([A-Za-z][A-Za-z0-9+.-]*:\/\/)?([^/?#]*)@([^]*?)\s*$/.exec(text);
  if (!found) return { address: text, authorization: undefined };
  const [, scheme = "", credentials = "", rest = ""] = found;
  const bytes = new TextEncoder().encode(decoded(credentials));
  return { address: scheme + rest, authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}

function decoded(credentials: string): string {
  const both = credentials.includes(":") ? credentials : `${credentials}:`;
  try {
    return decodeURIComponent(both);
  } catch {
    return both;
  }
}
