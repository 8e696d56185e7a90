/**
 * The reasons for which the browser stops an upload:
 * - changed: the file was changed, moved or deleted meanwhile
 * - other-file: another file than the one that the upload began with
 * - unreachable: several attempts did not bring the bytes into the object store, the service signs
 *   no more addresses, or another error occurred
 * - no-worker: the script that hashes could not be loaded or run
 * - too-large: the file is larger than any that the service accepts
 * - empty: the file has no bytes
 * - no-archive: the service accepts no files with this extension
 */
export type UploadFaultKind =
  | 'changed'
  | 'other-file'
  | 'unreachable'
  | 'no-worker'
  | 'too-large'
  | 'empty'
  | 'no-archive';

/**
 * An upload that the browser stopped. Its session, if any, stays, so that the user can continue it
 * with the file that it began with.
 */
export class UploadFault extends Error {
  readonly kind: UploadFaultKind;

  constructor(kind: UploadFaultKind) {
    super(kind);
    this.name = 'UploadFault';
    this.kind = kind;
  }
}
