/** A bucket and its credential, from the variables `S3_…`, or `S3_MIRROR_…` of the second store. */
export interface S3Settings {
  /** Without a trailing slash. The service and its clients use the same address. */
  readonly endpoint: string;
  readonly region: string;
  /** Belongs to this installation alone. */
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `ENDPOINT/BUCKET/KEY` instead of a host name for each bucket. */
  readonly forcePathStyle: boolean;
}
