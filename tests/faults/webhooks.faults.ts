import { testDeliveries } from './webhooks/deliveries';

testDeliveries({ engine: 'postgres', webs: 2, workers: 1 });
