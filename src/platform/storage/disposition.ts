// What a name must not carry into a header or onto a disk: control characters, separators of
// paths, and the marks that turn writing around to hide an ending.
const UNSAFE = /[\p{Cc}/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * `Content-Disposition` that saves the bytes under a name that a creator chose freely. Old clients
 * read an ASCII likeness, others the name itself in UTF-8 (RFC 6266 and 8187).
 */
export function attachment(filename: string | undefined): string {
  if (filename === undefined) return 'attachment';
  // A round trip through UTF-8 replaces halves of characters, which cannot be encoded.
  const name = Buffer.from(filename).toString().replace(UNSAFE, '_');
  const likeness = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["%]/g, '_');
  return `attachment; filename="${likeness}"; filename*=UTF-8''${encodeExtended(name)}`;
}

// encodeURIComponent leaves a few characters alone that RFC 8187 wants encoded.
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
