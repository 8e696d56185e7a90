import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { textOf } from '../../kit/format';
import { Head } from '../../kit/head';
import { DownloadsTable } from './downloads-table';
import { NumbersView } from './numbers-view';
import { Period } from './period';
import { readOfAll } from './statistics-api';

/** Reads the numbers of all mods whose numbers the user may see, for the period in the address. */
export const loader = ({ request }: LoaderFunctionArgs) => readOfAll(request);

/**
 * The downloads and checks of all mods whose numbers the user may see, in the period that the user
 * chooses. A table has the downloads of each of the 20 mods with the most downloads.
 */
export function Component() {
  const numbers = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const lead = `${t('statistics.leadAll')} ${t('statistics.lead')}`;
  return (
    <>
      <Head title={t('statistics.title')} lead={lead} action={<Period />} />
      <NumbersView numbers={numbers}>
        <DownloadsTable
          title={t('statistics.byMod')}
          column={t('statistics.mod')}
          total={numbers.downloads}
          rows={numbers.mods.map(({ modId, title, downloads }) => ({
            key: modId,
            name: <Link to={`/mods/${modId}/statistics`}>{textOf(title)}</Link>,
            downloads,
          }))}
        />
      </NumbersView>
    </>
  );
}
