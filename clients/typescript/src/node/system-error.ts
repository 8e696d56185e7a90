/** The code of a system error, or null. */
export function codeOf(error: unknown): string | null {
  const isCoded = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isCoded ? String(error.code) : null;
}
