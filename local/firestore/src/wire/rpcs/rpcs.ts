import { batchGetDocuments } from '../../actions/batch-get-documents.ts';
import { batchWrite } from '../../actions/batch-write.ts';
import { beginTransaction } from '../../actions/begin-transaction.ts';
import { commit } from '../../actions/commit.ts';
import { createDocument } from '../../actions/create-document.ts';
import { deleteDocument } from '../../actions/delete-document.ts';
import { getDocument } from '../../actions/get-document.ts';
import { listCollectionIds } from '../../actions/list-collection-ids.ts';
import { listDocuments } from '../../actions/list-documents.ts';
import { executePipeline, partitionQuery } from '../../actions/not-served.ts';
import { rollback } from '../../actions/rollback.ts';
import { runAggregationQuery } from '../../actions/run-aggregation-query.ts';
import { runQuery } from '../../actions/run-query.ts';
import { updateDocument } from '../../actions/update-document.ts';
import { openListen } from '../../streams/listen.ts';
import { openWrite } from '../../streams/write.ts';
import { document } from '../../codec/messages/document.ts';
import * as documents from '../../codec/messages/documents.ts';
import * as streams from '../../codec/messages/listen.ts';
import * as queries from '../../codec/messages/queries.ts';
import { type Rpc, serverStream, stream, unary } from './rpc.ts';

/** Every method of google.firestore.v1.Firestore. */
export const rpcs: Readonly<Record<string, Rpc>> = {
  GetDocument: unary(documents.getDocumentRequest, document, getDocument),
  ListDocuments: unary(documents.listDocumentsRequest, documents.listDocumentsResponse, listDocuments),
  CreateDocument: unary(documents.createDocumentRequest, document, createDocument),
  UpdateDocument: unary(documents.updateDocumentRequest, document, updateDocument),
  DeleteDocument: unary(documents.deleteDocumentRequest, documents.empty, deleteDocument),
  BatchGetDocuments: serverStream(documents.batchGetDocumentsRequest, documents.batchGetDocumentsResponse, batchGetDocuments),
  BeginTransaction: unary(documents.beginTransactionRequest, documents.beginTransactionResponse, beginTransaction),
  Commit: unary(documents.commitRequest, documents.commitResponse, commit),
  Rollback: unary(documents.rollbackRequest, documents.empty, rollback),
  RunQuery: serverStream(queries.runQueryRequest, queries.runQueryResponse, runQuery),
  RunAggregationQuery: serverStream(queries.runAggregationQueryRequest, queries.runAggregationQueryResponse, runAggregationQuery),
  PartitionQuery: unary(queries.partitionQueryRequest, documents.empty, partitionQuery),
  ExecutePipeline: unary(queries.executePipelineRequest, documents.empty, executePipeline),
  ListCollectionIds: unary(documents.listCollectionIdsRequest, documents.listCollectionIdsResponse, listCollectionIds),
  BatchWrite: unary(documents.batchWriteRequest, documents.batchWriteResponse, batchWrite),
  Listen: stream(streams.listenRequest, streams.listenResponse, openListen),
  Write: stream(streams.writeRequest, streams.writeResponse, openWrite),
};
