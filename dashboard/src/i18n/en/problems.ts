/**
 * The messages about refused and failed operations: what happened, and what to do next. Those of
 * `problemField` follow the name of a field.
 */
export const problems = {
  'problem.broken':
    'Something in this page does not work. Load it again, and repeat the last step.',
  'problem.unknown':
    'The service refused this for a reason that this page does not know yet. Load the page again, and repeat the last step.',
  'problem.page':
    'The service did not understand what this page sent. Load the page again, and repeat the last step. If that does not help, report the request ID.',
  'problem.signedOut':
    'You are signed out. Sign in again in a new tab, then repeat the last step here.',
  'problem.stepUp': 'Confirm your second factor in a new tab, then repeat the last step here.',
  'problem.rights':
    'Your account is not allowed to do this. If your role has just changed, load the page again. Otherwise ask an owner of the mod or an administrator.',
  'problem.missing':
    'It does not exist, or you do not have access to it. It may have been removed: load the page again.',
  'problem.user':
    'The account does not exist, or is not available for this at present. If you typed its name, check the spelling.',
  'problem.gone': 'It was removed for good. Go back to the list to see what is left.',
  'problem.changed':
    'It has changed in the meantime, for example in another tab. Load the page again, then decide again.',
  'problem.input': 'Some of what you entered is not valid. Correct it, and try again.',
  'problem.tooLarge': 'The file or the text is too large. Make it smaller, and try again.',
  'problem.mediaType':
    'The content of the file does not match its name. Check the file, and upload it again.',
  'problem.wait': 'There were too many requests in a short time. Wait a moment, then try again.',
  'problem.running':
    'The same step is still running. Wait a minute, and check whether it has taken effect before you try again.',
  'problem.later':
    'A part of the service has failed. Try again in a few minutes. If it fails again, report the request ID.',
  'problem.shownOnce':
    'This was already done, but its result did not arrive. Load the list again, and check it before you repeat this. If a secret was lost, make a new one there.',
  'problem.upload':
    'What arrived is not the whole file. Cancel this upload, and choose the file again.',
  'problem.uploadOver': 'The time for this upload is over. Choose the file again.',
  'problem.external':
    'An external file cannot be confirmed. Try again later, or upload the file here.',

  'problemField.required.fault': 'is missing',
  'problemField.unknown_member.fault': 'is not known to the service: load the page again',
  'problemField.exactly_one.fault': 'needs exactly one choice',
  'problemField.invalid_type.fault': 'has the wrong form',
  'problemField.invalid_format.fault': 'has the wrong form, or characters that are not allowed',
  'problemField.too_short.fault': 'is too short',
  'problemField.too_long.fault': 'is too long',
  'problemField.too_small.fault': 'is too small',
  'problemField.too_large.fault': 'is too large',
  'problemField.too_many.fault': 'has too many entries',
  'problemField.too_complex.fault': 'is too complex: use fewer or simpler entries',
  'problemField.not_unique.fault': 'is already taken or repeated: choose another',
  'problemField.unknown_value.fault': 'has a value that does not exist: choose another',
  'problemField.immutable.fault': 'can no longer be changed',
  'problemField.not_allowed.fault': 'is not allowed here',
  'problemField.repeated_parameter.fault': 'is given twice',
  'problemField.conflicting_alias.fault': 'is given twice',
  'problemField.invalid_cursor.fault': 'belongs to an old list: load the page again',
  'problemField.cursor_context_mismatch.fault': 'belongs to another list: load the page again',
} as const;
