/** Returns whether an error has one of these codes: of the system (`ENOENT`) or an SQLSTATE. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
