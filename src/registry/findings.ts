import type { ErrorCode } from './errors.js';
import type { ReviewReason } from './reviews.js';

/**
 * The error codes with which an inspection rejects bytes (Spec 7.2). Each of them is also a
 * finding.
 */
export type RefusalCode = Extract<
  ErrorCode,
  | 'archive_dangerous_entry'
  | 'archive_duplicate_path'
  | 'archive_empty'
  | 'archive_encrypted_entry'
  | 'archive_magic_mismatch'
  | 'archive_mime_mismatch'
  | 'archive_path_traversal'
  | 'archive_symlink_entry'
  | 'archive_validation_failed'
  | 'hash_mismatch'
  | 'sha256_mismatch'
  | 'size_mismatch'
  | 'unsupported_archive_extension'
  | 'zip64_not_supported'
  | 'zip_bomb_guard'
  | 'zip_central_directory_too_large'
  | 'zip_entry_limit'
>;

/** Findings that are more specific than an error code or a review reason. */
type SpecialFinding =
  /** A name contains backslashes, from a packer that does not use them as separators. */
  | 'backslash'
  /** The name of a device, stream or shell object, or one with forbidden characters. */
  | 'forbidden_name'
  /** An earlier scan found the same bytes unsafe, or they are on the blocklist. */
  | 'known_unsafe'
  /**
   * A content that a loader of the game needs and an operator may allow. `values.content` is its id
   * in `ALLOWABLE_CONTENT`.
   */
  | 'content_of_a_loader'
  /**
   * An uncompressed ZIP entry whose size follows its bytes. Programs could take some of these bytes
   * for the end of the entry or for other entries.
   */
  | 'entries_in_content'
  /** Forbidden content: a program whose name looks like a document, or `autorun.inf`. */
  | 'disguised_program'
  /** The archive differs from the declared manifest. */
  | 'manifest_mismatch'
  /** A newer upload of the same file became ready first. */
  | 'newer_upload'
  /** The antivirus or the blocklist found malware. `values.signature` is its name. */
  | 'malware'
  /** Names of classes or folders that differ only in case. */
  | 'names_by_case'
  | 'path_too_long'
  /** A folder that macOS opens as a program. */
  | 'program_folder'
  /** The bytes are also an archive of another format, in `values.format`. */
  | 'second_format'
  /** A device, a pipe, a socket, or a setuid or setgid file. */
  | 'special_file'
  /** The version was published or deleted before the scan ended. */
  | 'version_closed'
  /** `values.method` names the compression. */
  | 'zip_method';

/** A finding of a scan that creators can read. */
export type FindingCode = RefusalCode | ReviewReason | SpecialFinding;

/** One finding of a scan. It is stored with the upload, without texts (`textOf`). */
export interface Finding {
  readonly code: FindingCode;
  /**
   * The path of the entry, safe to show: at most 120 characters, all of them visible. Absent if the
   * finding is about the whole upload.
   */
  readonly path?: string;
  /** Values for the names in braces in the texts of the code. */
  readonly values?: Readonly<Record<string, string>>;
}

/** How many findings per code are stored; further ones are dropped. */
export const FINDINGS_OF_A_CODE = 5;
