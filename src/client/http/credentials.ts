/**
 * Takes user name and password out of a node address as typed, so that the address can be written down and the
 * credentials kept as a secret header. Text without credentials stays as it is. What is almost an address, such as
 * `//me:pw@host`, loses its credentials as well.
 */
export function splitCredentials(text: string): { address: string; authorization: string | undefined } {
  const trimmed = text.trim();
  const scheme = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?[/\\]+/.exec(trimmed)?.[0] ?? "";
  const behind = trimmed.slice(scheme.length);
  const authority = behind.split(/[/?#]/, 1)[0] ?? "";
  const at = authority.lastIndexOf("@");
  if (at < 0) return { address: text, authorization: undefined };
  const bytes = new TextEncoder().encode(decoded(authority.slice(0, at)));
  return { address: scheme + behind.slice(at + 1), authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}

function decoded(credentials: string): string {
  const both = credentials.includes(":") ? credentials : `${credentials}:`;
  try {
    return decodeURIComponent(both);
  } catch {
    return both;
  }
}
