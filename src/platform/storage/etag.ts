/** Quotes an ETag as in HTTP. Clients and the XML of some servers omit the quotes. */
export const quoted = (etag: string): string => `"${etag.replace(/^"|"$/g, '')}"`;
