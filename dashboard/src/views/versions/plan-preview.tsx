import { Alert, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/client';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql';
import { formatBytes, textOf } from '../../kit/format';
import { ProblemAlert } from '../../kit/problem-alert';
import { splitWords } from '../mod/mod-data';
import { readOwnDrafts } from './mod-names';
import { readDependencies } from './version-data';

const PLAN = graphql(`
  query PlanPreview($input: InstallPlanInput!) {
    resolveInstallPlan(input: $input) {
      status
      items {
        itemId
        title
        version
        role
        file {
          sizeBytes
        }
      }
      conflicts {
        code
        explanation
      }
    }
  }
`);

type Plan = ResultOf<typeof PLAN>['resolveInstallPlan'];

/**
 * The plan of the mods that the form requires, with all mods that those require in turn. It is
 * resolved for the first game version and loader of the form, and ignores the version ranges in the
 * form. It leaves out drafts of the user's teams, and says so. Nothing if the form requires no mod.
 */
export function PlanPreview(props: {
  readonly game: string;
  readonly values: Readonly<Record<string, string>>;
}) {
  const { t } = useTranslation();
  const { plan, isPartial, error, hasDependencies } = usePlan(props.game, props.values);
  if (!hasDependencies) return null;
  return (
    <section className="card" aria-labelledby="plan">
      <h2 id="plan">{t('plan.title')}</h2>
      <div role="status" aria-live="polite">
        {error !== null && <ProblemAlert error={error} />}
        {plan === null && !isPartial && error === null && <Skeleton height={48} />}
        {plan !== null && <PlanWords plan={plan} />}
        {isPartial && <p className="dim">{t('plan.unpublished')}</p>}
      </div>
    </section>
  );
}

function PlanWords({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation();
  if (plan.status === 'unsatisfiable') {
    return (
      <Alert color="red" title={t('plan.impossible')}>
        {plan.conflicts.map(({ code, explanation }) => (
          <p key={`${code}${explanation}`}>{explanation}</p>
        ))}
      </Alert>
    );
  }
  const sum = plan.items.reduce((bytes, { file }) => bytes + file.sizeBytes, 0);
  return (
    <>
      <p>{t('plan.brings', { count: plan.items.length, size: formatBytes(sum) })}</p>
      <ul>
        {plan.items.map(({ itemId, title, version }) => (
          <li key={itemId}>
            {textOf(title)} {version}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A plan. It is null while it is read, and if all required mods are drafts of the user's teams. */
interface Preview {
  readonly plan: Plan | null;
  /** Whether the plan leaves out drafts of the user's teams. */
  readonly isPartial: boolean;
}

const UNREAD: Preview = { plan: null, isPartial: false };

/** Reads the plan of the wanted mods without drafts of the user's teams. Throws a `Problem`. */
async function readPreview(
  input: VariablesOf<typeof PLAN>['input'],
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<Preview> {
  const drafts = await readOwnDrafts(wanted, signal);
  const modIds = wanted.filter((id) => !drafts.includes(id));
  const isPartial = drafts.length > 0;
  if (modIds.length === 0) return { plan: null, isPartial };
  const plan = await read(PLAN, { input: { ...input, modIds } }, signal);
  return { plan: plan.resolveInstallPlan, isPartial };
}

function usePlan(game: string, values: Readonly<Record<string, string>>) {
  const [state, setState] = useState<Preview & { readonly error: unknown }>({
    ...UNREAD,
    error: null,
  });
  const required = readDependencies(values['dependencies']).filter(
    ({ kind }) => kind === 'required',
  );
  const mods = required.map(({ modId }) => modId).join(' ');
  const gameVersion = splitWords(values['gameVersions'])[0] ?? '';
  const loader = splitWords(values['loaderPlatforms'])[0] ?? '';
  useEffect(() => {
    const modIds = [...splitWords(mods)];
    if (modIds.length === 0) return;
    const stop = new AbortController();
    const input = {
      gameSlug: game,
      gameVersion: gameVersion || null,
      loader: loader || null,
    };
    setState({ ...UNREAD, error: null });
    readPreview(input, modIds, stop.signal).then(
      (preview) => setState({ ...preview, error: null }),
      (error: unknown) => !stop.signal.aborted && setState({ ...UNREAD, error }),
    );
    return () => stop.abort();
  }, [game, mods, gameVersion, loader]);
  return { ...state, hasDependencies: required.length > 0 };
}
