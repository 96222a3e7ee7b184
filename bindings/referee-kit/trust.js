// Which certificate of a referee is right: what node's tls is told, and the check of a pin.
import { createHash } from "node:crypto";

import { readFile } from "./options.js";

/** Options of tls.connect(). With a pin the certificate itself is known, and nobody else has to vouch for it. */
export function trustOf({ ca, pin }) {
  return { minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca: readFile("--ca", ca) }), ...(pin === undefined ? {} : { rejectUnauthorized: false }) };
}

/** Why the certificate of a connection is not the one of the pin; null: it is. REQUIRES: TLS is agreed on. */
export function wrongPin(socket, pin) {
  if (pin === undefined) return null;
  const found = createHash("sha256").update(socket.getPeerCertificate().raw ?? "").digest("hex");
  return found === pin ? null : `its certificate is not the one of --pin: its SHA-256 is ${found}`;
}
