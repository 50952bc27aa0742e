package ebb.hadoop;

import ebb.hadoop.state.BrokenRecordException;
import ebb.journal.database.JournalException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.ApplicationMasterService;
import org.apache.hadoop.yarn.server.resourcemanager.RMAppManager;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMState;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.YarnScheduler;
import org.apache.hadoop.yarn.server.security.ApplicationACLsManager;

/** Names an application that cannot be recovered, whatever store it is in. */
final class EbbAppManager extends RMAppManager {
  EbbAppManager(
      RMContext context,
      YarnScheduler scheduler,
      ApplicationMasterService masterService,
      ApplicationACLsManager acls,
      Configuration conf) {
    super(context, scheduler, masterService, acls, conf);
  }

  @Override
  protected void recoverApplication(ApplicationStateData application, RMState state)
      throws Exception {
    try {
      super.recoverApplication(application, state);
    } catch (JournalException e) {
      throw e; // from the database, not from its content
    } catch (Exception e) {
      // Placement and validation throw YarnExceptions because of the current configuration. The
      // record itself is good, because every store has read it by its id.
      String id = application.getApplicationSubmissionContext().getApplicationId().toString();
      throw e instanceof YarnException
          ? BrokenRecordException.ofGoodRecord(id, e)
          : BrokenRecordException.of(id, id, e);
    }
  }
}
