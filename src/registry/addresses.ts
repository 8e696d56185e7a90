/**
 * The public addresses of resources: paths below `PUBLIC_URL`. The facade and the domain share
 * them, so no other file of the domain contains a path.
 */

/** The path of the API. All routes are below it. */
export const API_PATH = '/v1';

/** The path at which agents use the tools in the Model Context Protocol (beta). */
export const MCP_PATH = `${API_PATH}/beta/mcp`;

/** The documents that describe this service as a protected resource (RFC 9728). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';
export const MCP_METADATA_PATH = `${RESOURCE_METADATA_PATH}${MCP_PATH}`;

/** The paths of resources in the API. */
export const API_ADDRESSES = {
  me: () => `${API_PATH}/me`,
  mod: (modId: string) => `${API_PATH}/mods/${modId}`,
  modVersions: (modId: string) => `${API_PATH}/mods/${modId}/versions`,
  modVersion: (modId: string, versionId: string) =>
    `${API_PATH}/mods/${modId}/versions/${versionId}`,
  artifact: (artifactId: string) => `${API_PATH}/artifacts/${artifactId}`,
  upload: (uploadId: string) => `${API_PATH}/uploads/${uploadId}`,
  referenceValidation: (jobId: string) => `${API_PATH}/external-artifact-validation-jobs/${jobId}`,
  redelivery: (deliveryId: string) => `${API_PATH}/webhook-deliveries/${deliveryId}/redeliver`,
} as const;

/** The paths of downloads in documents of files, relative to `API_PATH`. */
export const DOWNLOAD_ENDPOINTS = {
  /** The stable path that resolves a download of an artifact. */
  resolve: (artifactId: string) => `/downloads/${artifactId}/resolve`,
  /** The path that continues a download in the second store. */
  fallback: (artifactId: string) => `/downloads/${artifactId}/fallback`,
} as const;

/** The paths of pages, and of pictures, which are served without the API. */
export const PAGE_ADDRESSES = {
  mod: (modId: string) => `/mods/${modId}`,
  user: (username: string) => `/users/${username}`,
  /** The start of the paths of all pictures. */
  pictures: '/media/',
  picture: (name: string, extension: string) => `/media/${name}.${extension}`,
} as const;

/** The host names of this machine in an address (RFC 8252 7.3). */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
