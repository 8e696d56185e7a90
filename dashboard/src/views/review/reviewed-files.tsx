import { Badge, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Checkbox.css';
import { formatBytes, formatNumber } from '../../kit/format';
import { type Folder, type NamedFile, treeOf } from './file-tree';
import type { Contents } from './review-api';

/** A folder with more files than this is closed at first. */
const OPEN_FILES_MAX = 40;
const CHANGES = ['added', 'changed', 'removed'] as const;

/**
 * The files of an upload as a tree, with the changes since the previous version, if there is one. A
 * checkbox then hides the unchanged files. Without `contents`, it says that there is no list.
 */
export function ReviewedFiles({ contents }: { readonly contents: Contents }) {
  const { t } = useTranslation();
  const [onlyChanges, setOnlyChanges] = useState(false);
  if (!contents) {
    return (
      <section className="card" aria-labelledby="contents">
        <h2 id="contents">{t('review.contents')}</h2>
        <p className="dim">{t('review.noContents')}</p>
      </section>
    );
  }
  const { files, previous, isComplete, count } = contents;
  const shown = onlyChanges ? files.filter(({ change }) => change !== 'unchanged') : files;
  const counted = CHANGES.map((change) => ({
    change,
    count: files.filter((file) => file.change === change).length,
  }));
  return (
    <section className="card" aria-labelledby="contents">
      <h2 id="contents">{t('review.contents')}</h2>
      <p className="dim">
        {t('review.fileCount', { count, shown: formatNumber(count) })}
        {!isComplete && ` · ${t('review.incomplete')}`}
      </p>
      {previous ? (
        <>
          <p>{t('review.comparedWith', { version: previous.version })}</p>
          <p className="changes">
            {counted.map(({ change, count: of }) => (
              <ChangeBadge key={change} change={change} count={of} />
            ))}
          </p>
          <Checkbox
            mb="md"
            label={t('review.onlyChanges')}
            checked={onlyChanges}
            onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
          />
        </>
      ) : (
        <p className="dim">{t('review.noPrevious')}</p>
      )}
      {shown.length === 0 ? (
        <p className="dim">{t('review.noChanges')}</p>
      ) : (
        <Level folder={treeOf(shown)} />
      )}
    </section>
  );
}

function Level({ folder }: { readonly folder: Folder }) {
  const { t } = useTranslation();
  return (
    <ul className="tree">
      {folder.folders.map((inner) => (
        <li key={`${inner.path}/`}>
          <details open={inner.count <= OPEN_FILES_MAX}>
            <summary>
              <bdi className="name-inline">{inner.name}/</bdi>{' '}
              <span className="dim">
                {t('review.fileCount', { count: inner.count, shown: formatNumber(inner.count) })} ·{' '}
                {formatBytes(inner.sizeBytes)}
              </span>
            </summary>
            <Level folder={inner} />
          </details>
        </li>
      ))}
      {folder.files.map((file) => (
        <FileLine key={file.path} file={file} />
      ))}
    </ul>
  );
}

function FileLine({ file: { name, sizeBytes, sha256, change } }: { readonly file: NamedFile }) {
  return (
    <li data-change={change ?? undefined}>
      <bdi className="file-name">{name}</bdi> <span className="dim">{formatBytes(sizeBytes)}</span>{' '}
      {change !== null && change !== 'unchanged' && <ChangeBadge change={change} />}
      <code className="digest">{sha256}</code>
    </li>
  );
}

const COLORS = { added: 'green', changed: 'accent', removed: 'red' } as const;

function ChangeBadge(props: { readonly change: keyof typeof COLORS; readonly count?: number }) {
  const { t } = useTranslation();
  const name = t(`fileChange.${props.change}`);
  return (
    <Badge color={COLORS[props.change]} variant="light">
      {props.count === undefined ? name : `${name}: ${formatNumber(props.count)}`}
    </Badge>
  );
}
