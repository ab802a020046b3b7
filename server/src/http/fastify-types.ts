import type { Principal } from '../accounts/principal.ts';
import type { BodyKind } from './body.ts';
import type { Access, Report, Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyInstance {
    /** The document of its routes, made once. */
    openApi(): Promise<object>;
  }
  interface FastifyContextConfig {
    access?: Access;
    bodyKind?: BodyKind;
    part?: Route['part'];
    report?: Report | undefined;
  }
}
