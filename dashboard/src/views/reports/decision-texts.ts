import type { Report } from './report-api';

/**
 * The keys of the texts that tell a moderator who learns of a decision: `hint` says who reads its
 * statement, `uphold` and `dismiss` say who gets a mail.
 */
interface DecisionTexts {
  readonly hint: 'reports.statementHint' | 'reports.appealHint';
  readonly uphold: 'reports.upholdEffect' | 'reports.confirmEffect';
  readonly dismiss: 'reports.dismissEffect' | 'reports.overturnEffect';
}

/**
 * The texts for the next decision about a report in the given state. The first decision sends a
 * mail to the reporter. If it upholds the report, the owners of the mod get a mail too, and the
 * team can read the statement; otherwise the team learns nothing. The decision about an appeal
 * sends a mail to the owners, and the team can read its statement in any case.
 */
export function decisionTexts(state: Report['state']): DecisionTexts {
  return state === 'appealed'
    ? {
        hint: 'reports.appealHint',
        uphold: 'reports.confirmEffect',
        dismiss: 'reports.overturnEffect',
      }
    : {
        hint: 'reports.statementHint',
        uphold: 'reports.upholdEffect',
        dismiss: 'reports.dismissEffect',
      };
}
