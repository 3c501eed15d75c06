import { testDeliveries } from './webhooks/deliveries';

testDeliveries({ engine: 'pglite' });
