import { Badge, Button, Code, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import '@mantine/core/styles/Code.css';
import { formatTime } from '../../kit/format';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { knownFilter } from '../../kit/use-filters';
import { type AuditEntry, readAudit } from './audit-api';
import { useAuditWords } from './audit-words';
import { firstMomentAfter, lastMomentBefore } from './days';
import { useAuditFilters } from './use-audit-filters';

const OUTCOMES = ['done', 'refused'] as const;

/**
 * Reads the first page of the log that matches the filters in the address. An unknown outcome or an
 * invalid day is no filter.
 */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const { searchParams: params } = new URL(url);
  const text = (name: string) => params.get(name)?.trim() || null;
  const filter = {
    action: text('action'),
    actorId: text('actor'),
    targetId: text('target'),
    outcome: knownFilter(url, 'outcome', OUTCOMES),
    recordedAfter: lastMomentBefore(text('from')),
    recordedBefore: firstMomentAfter(text('to')),
  };
  return { filter, page: await readAudit(filter, null, signal) };
}

/**
 * The audit log, with filters that its address keeps. A button applies them, and another one
 * removes all. An entry unfolds to its target, credential, refusal, request and data.
 */
export function Component() {
  const { filter, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { items, more } = usePaged(page, (cursor) => readAudit(filter, cursor));
  return (
    <>
      <Head title={t('audit.title')} lead={t('audit.lead')} />
      <AuditFilters />
      <section className="card" aria-label={t('audit.title')}>
        <RowList
          items={items}
          none={t('audit.none')}
          more={more}
          row={(entry) => <Row entry={entry} />}
        />
      </section>
    </>
  );
}

function AuditFilters() {
  const { t } = useTranslation();
  const { values, setValue, apply, reset } = useAuditFilters();
  const field = (name: 'action' | 'actor' | 'target' | 'from' | 'to') => ({
    value: values[name] ?? '',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setValue(name, event.currentTarget.value),
  });
  return (
    <search>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <TextInput label={t('audit.action')} placeholder="version.published" {...field('action')} />
        <TextInput label={t('audit.actor')} {...field('actor')} />
        <TextInput label={t('audit.target')} {...field('target')} />
        <NativeSelect
          label={t('audit.outcome')}
          value={values.outcome ?? ''}
          onChange={(event) => setValue('outcome', event.currentTarget.value)}
          data={[
            { value: '', label: t('audit.anyOutcome') },
            ...OUTCOMES.map((value) => ({ value, label: t(`auditOutcome.${value}`) })),
          ]}
        />
        <TextInput type="date" label={t('audit.from')} {...field('from')} />
        <TextInput type="date" label={t('audit.to')} {...field('to')} />
        <div className="filter-buttons">
          <Button type="submit">{t('audit.apply')}</Button>
          <Button variant="default" onClick={reset}>
            {t('mods.reset')}
          </Button>
        </div>
      </form>
    </search>
  );
}

function Row({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const words = useAuditWords();
  const { action, outcome, code, actorId, actorName, recordedAt } = entry;
  const { targetKind, targetId, credentialKind, requestId, data } = entry;
  return (
    <li>
      <details className="grow">
        <summary>
          <span className="name-inline">{action}</span>{' '}
          <span className="dim">
            {actorName ?? actorId ?? t('audit.noActor')} · {formatTime(recordedAt)}
          </span>
        </summary>
        <div className="facts">
          <p>
            {t('audit.of', { kind: words.target(targetKind) })}
            {credentialKind && ` · ${t('audit.with', { kind: words.credential(credentialKind) })}`}
            {code && ` · ${words.refusal(code)}`}
          </p>
          <p className="digest">
            {targetId && `${t('audit.target')}: ${targetId}`}
            <br />
            {actorId && `${t('audit.actor')}: ${actorId}`}
            <br />
            {requestId && t('error.requestId', { id: requestId })}
          </p>
          {Object.keys(data).length > 0 && <Code block>{JSON.stringify(data, null, 2)}</Code>}
        </div>
      </details>
      {outcome === 'refused' && (
        <Badge color="red" variant="light">
          {t('auditOutcome.refused')}
        </Badge>
      )}
    </li>
  );
}
