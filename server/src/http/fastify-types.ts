import type { Principal } from '../accounts/principal.ts';
import type { BodyKind } from './body.ts';
import type { Access, Report, Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    bodyKind?: BodyKind;
    part?: Route['part'];
    report?: Report | undefined;
  }
}
