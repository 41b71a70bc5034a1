// Reads the document with swagger-parser, which resolves all references and validates it against the schema of OpenAPI.
import SwaggerParser from '@apidevtools/swagger-parser';

await SwaggerParser.validate(process.argv[2]);
