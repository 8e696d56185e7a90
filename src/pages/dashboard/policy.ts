/** The address of the object store, as the configuration has it. */
interface ObjectStore {
  readonly endpoint: string;
  readonly bucket: string;
  readonly forcePathStyle: boolean;
}

/**
 * The Content-Security-Policy of the dashboard. Its scripts and workers are files of this origin,
 * and its style elements carry the nonce of the response. Uploads go to the object store directly.
 */
export function dashboardPolicy(nonce: string, stores: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    ["connect-src 'self'", ...stores].join(' '),
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The Content-Security-Policy of the files that the dashboard loads. A worker runs under the policy
 * of its script, and the upload worker hashes files with WebAssembly.
 */
export const FILE_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** The origins of signed addresses for uploads; none if this service stores the files itself. */
export function storeOrigins(s3: ObjectStore | undefined): readonly string[] {
  if (!s3) return [];
  const { protocol, host, origin } = new URL(s3.endpoint);
  return [s3.forcePathStyle ? origin : `${protocol}//${s3.bucket}.${host}`];
}
