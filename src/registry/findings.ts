import type { ReviewReason } from './contents.js';
import type { ErrorCode } from './errors.js';

/** The error codes that an inspection refuses bytes with. Each of them is a finding, too. */
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

/** Findings that are more specific than an error code or a reason of review. */
type SpecialFinding =
  /** A name with backslashes from a packer that does not write them as separators. */
  | 'backslash'
  /** A name of a device, a stream or a shell object, or one with characters that no name has. */
  | 'forbidden_name'
  /** A content that is normal for some games, once their operator allows it. `values.content` names it. */
  | 'content_of_a_loader'
  /** A stored file with its size behind it holds what programs take for its end or for other files. */
  | 'entries_in_content'
  /** A program whose name looks like a document, or `autorun.inf`. */
  | 'disguised_program'
  /** The archive differs from the manifest that its creator declared. */
  | 'manifest_mismatch'
  /** Names of classes or folders that differ in case alone. */
  | 'names_by_case'
  | 'path_too_long'
  /** A folder that macOS opens as a program. */
  | 'program_folder'
  /** The bytes are an archive of another format, too. `values.format` names it. */
  | 'second_format'
  /** A device, a pipe, a socket, or a file with the rights of its owner. */
  | 'special_file'
  /** `values.method` names the compression. */
  | 'zip_method';

/** A finding of a scan, for the texts that creators read. */
export type FindingCode = RefusalCode | ReviewReason | SpecialFinding;

/** One thing that a scan found. Stored with the upload; texts are made of it when it is read. */
export interface Finding {
  readonly code: FindingCode;
  /** The entry, safe to show: at most 120 characters, none of them invisible. */
  readonly path?: string;
  /** Values for the names in braces in the texts of the code. */
  readonly values?: Readonly<Record<string, string>>;
}

/** How many findings of one code are kept: the first ones. */
export const FINDINGS_OF_A_CODE = 5;
