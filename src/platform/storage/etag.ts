/** An ETag as HTTP quotes it; clients and the XML of some servers leave the quotes out. */
export const quoted = (etag: string): string => `"${etag.replace(/^"|"$/g, '')}"`;
