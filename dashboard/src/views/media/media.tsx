import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import './media.css';
import { Head } from '../../kit/head';
import { useMod } from '../mod/mod-layout';
import { Cover } from './cover';
import { Gallery } from './gallery';
import { readPictures } from './media-api';

/** Reads the pictures of the mod. */
export const loader = ({ params, request: { signal } }: LoaderFunctionArgs) =>
  readPictures(params['modId'] ?? '', signal);

/** The cover and the gallery of a mod, read-only without the permission `media`. */
export function Component() {
  const pictures = useLoaderData<typeof loader>();
  const { mod, permissions } = useMod();
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const mayEdit = permissions.includes('media');
  const shared = { modId: mod.id, pictures, mayEdit, onChange: revalidate };
  return (
    <>
      <Head title={t('media.title')} lead={mayEdit ? t('media.lead') : t('mod.readOnly')} />
      <Cover {...shared} isDraft={mod.state === 'draft'} />
      <Gallery {...shared} />
    </>
  );
}
