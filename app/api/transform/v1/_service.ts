import type { Service } from '#lib/http/openapi.ts';
import * as batchesIdResume from './batches/[id]/resume/route.ts';
import * as batchesId from './batches/[id]/route.ts';
import * as batchesIdRows from './batches/[id]/rows/route.ts';
import * as batchesIdStop from './batches/[id]/stop/route.ts';
import * as batches from './batches/route.ts';
import * as jobsIdAgain from './jobs/[id]/again/route.ts';
import * as jobsIdRetry from './jobs/[id]/retry/route.ts';
import * as jobsId from './jobs/[id]/route.ts';
import * as jobsIdSkip from './jobs/[id]/skip/route.ts';
import * as jobsKeyKey from './jobs/key/[key]/route.ts';
import * as jobs from './jobs/route.ts';
import * as jobsSummary from './jobs/summary/route.ts';
import * as providers from './providers/route.ts';
import * as webhooksDeliveriesIdRedeliver from './webhooks/deliveries/[id]/redeliver/route.ts';
import * as webhooksDeliveriesId from './webhooks/deliveries/[id]/route.ts';
import * as webhooksDeliveriesRedeliver from './webhooks/deliveries/redeliver/route.ts';
import * as webhooksDeliveries from './webhooks/deliveries/route.ts';
import * as webhooksEndpointsId from './webhooks/endpoints/[id]/route.ts';
import * as webhooksEndpointsIdSecrets from './webhooks/endpoints/[id]/secrets/route.ts';
import * as webhooksEndpointsIdTest from './webhooks/endpoints/[id]/test/route.ts';
import * as webhooksEndpoints from './webhooks/endpoints/route.ts';
import * as webhooksSecretsId from './webhooks/secrets/[id]/route.ts';
import * as webhooksSecrets from './webhooks/secrets/route.ts';
import * as workflowsId from './workflows/[id]/route.ts';
import * as workflowsIdVersionsVersion from './workflows/[id]/versions/[version]/route.ts';
import * as workflows from './workflows/route.ts';

export const service: Service = {
  service: 'transform',
  version: 'v1',
  title: 'Alta: Transform',
  description: 'Workflows, the jobs that run them, and the webhooks that tell of it.',
  routes: [
    jobsIdAgain,
    jobsIdRetry,
    jobsIdSkip,
    jobsId,
    jobsKeyKey,
    jobs,
    providers,
    webhooksDeliveriesIdRedeliver,
    webhooksDeliveriesId,
    webhooksDeliveriesRedeliver,
    webhooksDeliveries,
    webhooksEndpointsId,
    webhooksEndpointsIdSecrets,
    webhooksEndpointsIdTest,
    webhooksEndpoints,
    webhooksSecretsId,
    webhooksSecrets,
    workflowsId,
    workflowsIdVersionsVersion,
    workflows,
    jobsSummary,
    batches,
    batchesId,
    batchesIdRows,
    batchesIdStop,
    batchesIdResume,
  ],
};
