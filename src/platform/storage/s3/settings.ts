/** Where the objects are kept, and with which credential: what `S3_…` of the environment says. */
export interface S3Settings {
  /** Without a trailing slash; the service and its clients reach the store under the same one. */
  readonly endpoint: string;
  readonly region: string;
  /** Belongs to this installation alone. */
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `ENDPOINT/BUCKET/KEY` instead of a host name for each bucket. */
  readonly forcePathStyle: boolean;
}
