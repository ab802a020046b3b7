import type { FastifyRequest as Request } from 'fastify';
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
    /** The same in OpenAPI 3.0. */
    openApi30(): Promise<object>;
    /** Whether its credential would still be let in, and see what it saw: for answers that take long. */
    isStillAdmitted(request: Request): Promise<boolean>;
  }
  interface FastifyContextConfig {
    access?: Access;
    bodyKind?: BodyKind;
    part?: Route['part'];
    report?: Report | undefined;
  }
}
