import type { Report } from './report-api';

/** The keys of the texts about the readers of a decision: of its reason, and of its mails. */
interface DecisionTexts {
  readonly hint: 'reports.statementHint' | 'reports.appealHint';
  readonly uphold: 'reports.upholdEffect' | 'reports.confirmEffect';
  readonly dismiss: 'reports.dismissEffect' | 'reports.overturnEffect';
}

/**
 * The texts for a decision about a report in a state. The first decision has a mail to the
 * reporter. The team learns only of an upheld report, with a mail to its owners. The decision about
 * an appeal has a mail to the owners of the mod, and the team reads its reason in any case.
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
