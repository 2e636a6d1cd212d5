/** A bucket of an S3-compatible server. */
export interface S3Bucket {
  /** Its origin, such as `https://s3.eu-central-1.amazonaws.com`; the bucket is addressed by path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}
