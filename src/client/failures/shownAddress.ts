/**
 * A node's address as it stands in sentences, which end up in logs: scheme, host and port. The path is left out, since
 * some providers put an access key there; that there is one is shown, and so is the session's `/on`. What is no address
 * is given back as it is.
 */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  const session = pathname.endsWith("/on") ? "/on" : "";
  const path = pathname.slice(0, pathname.length - session.length);
  return origin + (path.length > 1 ? "/…" : "") + session;
}
