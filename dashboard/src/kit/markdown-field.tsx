import { SegmentedControl, Skeleton, Textarea } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/SegmentedControl.css';
import { PAGE_ADDRESSES } from '../../../src/registry/addresses';

/** The start of the addresses of pictures that the site shows. */
const OWN_PICTURES = `${window.location.origin}${PAGE_ADDRESSES.pictures}`;

const MarkdownView = lazy(() => import('./markdown-view'));

/**
 * A field for Markdown, with `rows` lines (10 by default). Its user switches between the text and a
 * preview.
 */
export function MarkdownField(props: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly lang: string;
  readonly maxLength: number;
  readonly rows?: number;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const { label, hint, value, lang, maxLength, onChange } = props;
  const { rows = 10, required = false, disabled = false } = props;
  return (
    <div>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label={t('markdown.mode', { field: label })}
        value={mode}
        onChange={setMode}
        data={[
          { value: 'write', label: t('markdown.write') },
          { value: 'preview', label: t('markdown.preview') },
        ]}
      />
      {mode === 'write' ? (
        <Textarea
          label={label}
          description={hint}
          lang={lang}
          value={value}
          rows={rows}
          required={required}
          maxLength={maxLength}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <section
          className="preview"
          aria-label={t('markdown.previewOf', { field: label })}
          lang={lang}
        >
          <Suspense fallback={<Skeleton height={120} />}>
            {value.trim() === '' ? (
              <p className="dim">{t('markdown.empty')}</p>
            ) : (
              <MarkdownView text={value} ownPictures={OWN_PICTURES} />
            )}
          </Suspense>
        </section>
      )}
    </div>
  );
}
