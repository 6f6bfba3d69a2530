/** What prevents a connection, by the code that says so; `@` is where it was to go. */
const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens at @",
  ENOTFOUND: "The host name of @ is unknown",
  EAI_AGAIN: "The name server did not answer for @",
  ETIMEDOUT: "Nobody responded at @",
  UND_ERR_CONNECT_TIMEOUT: "Nobody responded at @",
  EHOSTUNREACH: "There is no route to @",
  ENETUNREACH: "The network of @ is unreachable",
  EADDRNOTAVAIL: "This machine cannot use the address of @",
  EACCES: "This machine does not allow a connection to @",
  EPERM: "This machine does not allow a connection to @",
  EPROTO: "TLS is not spoken at @",
  ERR_SSL_WRONG_VERSION_NUMBER: "TLS is not spoken at @",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "TLS is not spoken at @",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate of @ is for another host name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate of @ is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate chain of @ holds a self-signed certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate of @ is signed by an authority that is not trusted",
  UNABLE_TO_GET_ISSUER_CERT: "The certificate of @ is signed by an authority that is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate of @ is signed by an authority that is not trusted",
  CERT_HAS_EXPIRED: "The certificate of @ has expired",
  CERT_NOT_YET_VALID: "The certificate of @ is not valid yet",
};

/** Why there is no connection to a place, as a sentence; undefined for a code that means something else. */
export function connectProblem(code: string, place: string): string | undefined {
  const secure = code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL");
  const problem = problems[code] ?? (secure ? "The secure connection to @ failed" : undefined);
  return problem === undefined ? undefined : `${problem.replace("@", () => place)}.`;
}

/** Whether a certificate was looked at and not accepted. */
export function isCertificateProblem(code: string): boolean {
  return /CERT|SIGN|ISSUER/.test(code);
}

/** Whether the other side does not seem to speak TLS at all. */
export function isTlsProblem(code: string): boolean {
  return /^ERR_TLS|^ERR_SSL|^EPROTO/.test(code);
}
