/** A version constraint in words: the key of a message, and its values. */
export interface RangeInWords {
  readonly kind: 'any' | 'exact' | 'from' | 'between' | 'other';
  readonly from?: string;
  readonly below?: string;
}

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-[\w.]+)?$/;

/** Explains the usual forms of an npm range; `other` for the rest. */
export function explainRange(range: string): RangeInWords {
  const text = range.trim();
  if (text === '' || text === '*' || text === 'x') return { kind: 'any' };
  const from = text.replace(/^(\^|~|>=)\s*/, '');
  const version = VERSION.exec(from);
  if (!version) return { kind: 'other' };
  if (text.startsWith('>=')) return { kind: 'from', from };
  if (text.startsWith('^')) return { kind: 'between', from, below: afterCaret(version) };
  if (text.startsWith('~')) return { kind: 'between', from, below: afterTilde(version) };
  return { kind: 'exact', from };
}

/**
 * The first version that a caret range excludes. The range allows changes after the first part that
 * is not zero.
 */
function afterCaret([, major = '0', minor, patch]: RegExpExecArray): string {
  if (major !== '0' || minor === undefined) return `${Number(major) + 1}.0.0`;
  if (minor !== '0' || patch === undefined) return `0.${Number(minor) + 1}.0`;
  return `0.0.${Number(patch) + 1}`;
}

function afterTilde([, major = '0', minor]: RegExpExecArray): string {
  return minor === undefined ? `${Number(major) + 1}.0.0` : `${major}.${Number(minor) + 1}.0`;
}
