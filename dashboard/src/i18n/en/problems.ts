/**
 * The messages about refused and failed operations: what happened, and what to do next. Those of
 * `problemField` follow the name of a field.
 */
export const problems = {
  'problem.broken': 'Something on this page does not work. Reload it, and repeat the last step.',
  'problem.unknown':
    'The service refused this for a reason that this page does not know yet. Reload the page, and repeat the last step.',
  'problem.page':
    'The service did not understand what this page sent. Reload the page, and repeat the last step. If that does not help, give the request ID to support.',
  'problem.signedOut':
    'You are signed out. Sign in again in a new tab, then repeat the last step here.',
  'problem.stepUp': 'Confirm your second factor in a new tab, then repeat the last step here.',
  'problem.rights':
    'Your account is not allowed to do this. If your role has just changed, reload the page. Otherwise ask an owner of the mod or an administrator.',
  'problem.missing':
    'It does not exist, or you do not have access to it. It may have been removed: reload the page.',
  'problem.user':
    'The account does not exist, or is not available for this at present. If you typed its name, check the spelling.',
  'problem.gone': 'It was removed for good. Go back to the list to see what is left.',
  'problem.changed':
    'It has changed in the meantime, for example in another tab. Reload the page, then decide again.',
  'problem.input': 'Some of what you entered is not valid. Correct it, and try again.',
  'problem.tooLarge': 'The file or the text is too large. Make it smaller, and try again.',
  'problem.mediaType':
    'The content of the file does not match its name. Check the file, and upload it again.',
  'problem.wait': 'You sent too many requests in a short time. Wait a moment, then try again.',
  'problem.running':
    'The same step is still running. Wait a minute, and check whether it has taken effect before you try again.',
  'problem.later':
    'A part of the service has failed. Try again in a few minutes. If it fails again, give the request ID to support.',
  'problem.shownOnce':
    'This was already done, but its result did not arrive. Reload the list, and check it before you repeat this. If a secret was lost, make a new one there.',
  'problem.upload':
    'The file did not arrive completely. Cancel this upload, and choose the file again.',
  'problem.uploadOver': 'This upload has expired. Choose the file again.',
  'problem.external':
    'An external file cannot be confirmed. Try again later, or upload the file here.',

  'problemField.required.fault': 'required',
  'problemField.unknown_member.fault': 'unknown to the service; reload the page',
  'problemField.exactly_one.fault': 'choose exactly one',
  'problemField.invalid_type.fault': 'wrong format',
  'problemField.invalid_format.fault': 'wrong format, or characters that are not allowed',
  'problemField.too_short.fault': 'too short',
  'problemField.too_long.fault': 'too long',
  'problemField.too_small.fault': 'too small',
  'problemField.too_large.fault': 'too large',
  'problemField.too_many.fault': 'too many entries',
  'problemField.too_complex.fault': 'too complex; use fewer or simpler entries',
  'problemField.not_unique.fault': 'already taken or repeated; choose another',
  'problemField.unknown_value.fault': 'this value does not exist; choose another',
  'problemField.immutable.fault': 'can no longer be changed',
  'problemField.not_allowed.fault': 'not allowed here',
  'problemField.repeated_parameter.fault': 'given twice',
  'problemField.conflicting_alias.fault': 'given twice',
  'problemField.invalid_cursor.fault': 'belongs to an old list; reload the page',
  'problemField.cursor_context_mismatch.fault': 'belongs to another list; reload the page',
} as const;
