/** A bucket of an S3-compatible server. */
export interface S3Bucket {
  /** Origin of the server, such as `https://s3.eu-central-1.amazonaws.com`. The bucket is part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}
