/**
 * A version constraint in words: the key of a message, and its values. The constraint includes
 * `from` and excludes `below`. `exact` and `from` have only `from`, `between` has both values, and
 * the other kinds have no values.
 */
export interface RangeInWords {
  readonly kind: 'any' | 'exact' | 'from' | 'between' | 'other';
  readonly from?: string;
  readonly below?: string;
}

/** A version, or a part of one that stands for all its versions: `1.2`, `1.2.x`, `1`, `1.x`. */
const VERSION = /^v?(\d+)(?:\.(\d+)(?:\.(\d+)|\.[xX*])?|(?:\.[xX*]){1,2})?(-[\w.-]+)?$/;

/**
 * Explains the usual forms of an npm range; `other` for the rest. `1.2` is a range too, unless the
 * mod published a version of that name, which this function cannot know.
 */
export function explainRange(range: string): RangeInWords {
  const text = range.trim();
  if (/^[xX*]?$/.test(text)) return { kind: 'any' };
  const [operator = ''] = /^(\^|~|>=|=)/.exec(text) ?? [];
  const name = text.slice(operator.length).trim();
  const version = VERSION.exec(name);
  if (!version) return { kind: 'other' };
  const from = name.replace(/(\.[xX*])+$/, '');
  const [, , , patch, prerelease] = version;
  const isWhole = patch !== undefined;
  // No range of npm has a leading zero, or a prerelease of a part. Such a text is only a name.
  const isName = /(^v?|\.)0\d/.test(from) || (!isWhole && prerelease !== undefined);
  if (isName && (operator !== '' || /[xX*]/.test(name))) return { kind: 'other' };
  if (operator === '>=') return { kind: 'from', from };
  if (operator === '^') return { kind: 'between', from, below: afterCaret(version) };
  if (operator === '~' || !(isWhole || isName)) {
    return { kind: 'between', from, below: afterTilde(version) };
  }
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
