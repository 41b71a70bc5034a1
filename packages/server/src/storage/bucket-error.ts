/**
 * Why a bucket of a customer does not store a file: the address is not allowed, the key is wrong or lacks a permission,
 * the bucket is missing or elsewhere, the name is invalid, the error is temporary, or the response is unknown.
 */
export type BucketErrorCode =
  | 'address'
  | 'key'
  | 'forbidden'
  | 'no_bucket'
  | 'elsewhere'
  | 'name'
  | 'busy'
  | 'strange';

/** An error of a customer's bucket. The message is for its owner and contains no part of the key. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly code: BucketErrorCode;

  constructor(code: BucketErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** Whether a retry may succeed later. */
  get passes(): boolean {
    return this.code === 'busy' || this.code === 'strange';
  }
}

const LACKS_PERMISSION =
  'The access key lacks a permission in the bucket. Grant it s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload.';

/** A map, because the service of a customer names the code. */
const BY_CODE = new Map<string, [BucketErrorCode, string]>([
  ['InvalidAccessKeyId', ['key', 'The bucket does not recognize the access key.']],
  ['SignatureDoesNotMatch', ['key', 'The secret does not match the access key.']],
  ['ExpiredToken', ['key', 'The key has expired.']],
  ['AccessDenied', ['forbidden', LACKS_PERMISSION]],
  ['NoSuchBucket', ['no_bucket', 'The bucket does not exist.']],
  ['PermanentRedirect', ['elsewhere', 'The bucket is in another region or at another endpoint.']],
  ['AuthorizationHeaderMalformed', ['elsewhere', 'The bucket is in another region.']],
  ['KeyTooLongError', ['name', 'The name is too long for the bucket.']],
]);

const BY_STATUS: Record<number, [BucketErrorCode, string]> = {
  301: ['elsewhere', 'The bucket is in another region or at another endpoint.'],
  307: ['elsewhere', 'The bucket is at another endpoint.'],
  401: ['key', 'The bucket does not accept the key.'],
  403: ['forbidden', LACKS_PERMISSION],
  404: ['no_bucket', 'The bucket does not exist at this endpoint.'],
  405: ['elsewhere', 'There is no S3 service at this endpoint.'],
};

/** Translates an error of the SDK. `busy`: another attempt may succeed. */
export function toBucketError(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  const [code, message] = BY_CODE.get(name ?? '') ?? BY_STATUS[status ?? 0] ?? [];
  if (code && message) return new BucketError(code, message, { cause: error });
  if (status === undefined) return new BucketError('busy', 'The bucket does not respond.', { cause: error });
  if (status >= 500 || status === 429 || status === 408)
    return new BucketError('busy', `The bucket is busy: it returned status ${status}.`, { cause: error });
  return new BucketError('strange', `The bucket returned status ${status}.`, { cause: error });
}
