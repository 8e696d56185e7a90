import { Badge, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import '@mantine/core/styles/Checkbox.css';
import { ConfirmButton } from '../../kit/confirm';
import { formatBytes, formatDay } from '../../kit/format';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { useChange } from '../../kit/use-change';
import { useFilters } from '../../kit/use-filters';
import { type BlockedHash, readBlocklist, removeHash } from './blocklist-api';
import { NewHash } from './new-hash';

/** Reads the first page of the blocklist. */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const filter = { includeRemoved: new URL(url).searchParams.get('removed') === 'yes' };
  return { filter, page: await readBlocklist(filter, null, signal) };
}

/**
 * The blocklist, with its removed entries on request, and the form that adds bytes. A present entry
 * has a button that removes it.
 */
export function Component() {
  const { filter, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { get, set } = useFilters();
  const { items, more } = usePaged(page, (cursor) => readBlocklist(filter, cursor));
  return (
    <>
      <Head title={t('blocklist.title')} lead={t('blocklist.lead')} />
      <NewHash />
      <section className="card" aria-labelledby="entries">
        <h2 id="entries">{t('blocklist.entries')}</h2>
        <Checkbox
          mb="md"
          label={t('blocklist.withRemoved')}
          checked={get('removed') === 'yes'}
          onChange={(event) => set('removed', event.currentTarget.checked ? 'yes' : '')}
        />
        <RowList
          items={items}
          none={t('blocklist.none')}
          more={more}
          row={(entry) => <Row entry={entry} />}
        />
      </section>
    </>
  );
}

function Row({ entry }: { readonly entry: BlockedHash }) {
  const { id, name, sha256, sizeBytes, note, createdAt, removedAt } = entry;
  const { t } = useTranslation();
  const change = useChange();
  return (
    <li>
      <div className="grow">
        <span className="name">{name}</span>
        <div className="dim">
          {formatDay(createdAt)} ·{' '}
          {sizeBytes === null ? t('blocklist.uploadsOnly') : formatBytes(sizeBytes)}
        </div>
        {note && <p className="note">{note}</p>}
        <code className="digest">{sha256}</code>
      </div>
      {removedAt ? (
        <Badge color="gray" variant="light">
          {t('blocklist.removedOn', { day: formatDay(removedAt) })}
        </Badge>
      ) : (
        <ConfirmButton
          label={t('app.remove')}
          title={t('blocklist.removeTitle', { name })}
          color="red"
          variant="subtle"
          onConfirm={() => change(removeHash(id), t('blocklist.removed', { name }))}
        >
          {t('blocklist.removeEffect')}
        </ConfirmButton>
      )}
    </li>
  );
}
