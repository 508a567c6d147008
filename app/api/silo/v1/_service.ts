import type { Service } from '#lib/http/openapi.ts';
import * as entriesIdActivity from './entries/[id]/activity/route.ts';
import * as entriesIdArchive from './entries/[id]/archive/route.ts';
import * as entriesIdErasure from './entries/[id]/erasure/route.ts';
import * as entriesIdExport from './entries/[id]/export/route.ts';
import * as entriesIdFilesFileIdContent from './entries/[id]/files/[fileId]/content/route.ts';
import * as entriesIdFilesFileId from './entries/[id]/files/[fileId]/route.ts';
import * as entriesIdFiles from './entries/[id]/files/route.ts';
import * as entriesIdRelated from './entries/[id]/related/route.ts';
import * as entriesId from './entries/[id]/route.ts';
import * as entriesIdStatesAt from './entries/[id]/states/[at]/route.ts';
import * as entriesIdStates from './entries/[id]/states/route.ts';
import * as entriesIdVersionsVersion from './entries/[id]/versions/[version]/route.ts';
import * as entriesKeyKey from './entries/key/[key]/route.ts';
import * as entriesRelated from './entries/related/route.ts';
import * as entries from './entries/route.ts';
import * as envelopes from './envelopes/route.ts';
import * as goblBuild from './gobl/build/route.ts';
import * as goblCorrect from './gobl/correct/route.ts';
import * as search from './search/route.ts';

export const service: Service = {
  service: 'silo',
  version: 'v1',
  title: 'Alta: Silo',
  description: 'Entries: suppliers, customers and invoices, with their states, meta and files.',
  routes: [
    entriesIdActivity,
    entriesIdArchive,
    entriesIdErasure,
    entriesIdExport,
    entriesIdFilesFileIdContent,
    entriesIdFilesFileId,
    entriesIdFiles,
    entriesId,
    entriesIdStates,
    entriesIdStatesAt,
    entriesIdRelated,
    entriesIdVersionsVersion,
    entriesRelated,
    entries,
    envelopes,
    goblBuild,
    goblCorrect,
    search,
    entriesKeyKey,
  ],
};
